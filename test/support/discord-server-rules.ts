/** An error as Discord's API answers it. */
export class ApiRefusal extends Error {
  readonly status: number;
  readonly body: object;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    body: { readonly message: string; readonly code: number } & Readonly<Record<string, unknown>>,
    headers: Readonly<Record<string, string>> = {},
  ) {
    super(body.message);
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

type Fields = Readonly<Record<string, unknown>>;

/** What the product may say of a message; anything else is a mistake of ours. */
const KNOWN_FIELDS = [
  "content",
  "embeds",
  "components",
  "allowed_mentions",
  "flags",
  "nonce",
  "enforce_nonce",
  "attachments",
  "message_reference",
];

/** Checks a message to create or edit against the documented limits; gives what is wrong about it beyond them. Throws `ApiRefusal` as Discord does. */
export function checkMessage(body: Fields, hasFiles: boolean, wasV2 = false): string[] {
  const errors: Record<string, unknown> = {};
  const isV2 = (Number(body["flags"] ?? 0) & IS_COMPONENTS_V2) !== 0;
  if (isV2 || wasV2) return checkComponents(body, isV2);
  const content = String(body["content"] ?? "");
  if (content.length > 2000) errors["content"] = tooLong("Must be 2000 or fewer in length.");
  const embeds = listOf(body["embeds"]);
  const lengths = embeds.map((embed) => String(embed["description"] ?? "").length);
  if (lengths.some((length) => length > 4096))
    errors["embeds"] = { "0": { description: tooLong("Must be 4096 or fewer in length.") } };
  if (String(body["nonce"] ?? "").length > 25)
    errors["nonce"] = tooLong("Must be 25 or fewer in length.");
  Object.assign(errors, componentErrors(listOf(body["components"])));
  if (Object.keys(errors).length > 0)
    throw new ApiRefusal(400, { message: "Invalid Form Body", code: 50035, errors });
  if (content.trim() === "" && embeds.length === 0 && !hasFiles)
    throw new ApiRefusal(400, { message: "Cannot send an empty message", code: 50006 });
  return mistakesIn(body);
}

/** Such a message has nothing but components, for ever (docs "Component Reference"). */
export const IS_COMPONENTS_V2 = 1 << 15;

const CONTAINED: readonly unknown[] = [1, 9, 10, 12, 13, 14];

function checkComponents(body: Fields, isV2: boolean): string[] {
  const top = listOf(body["components"]);
  const all = withInner(top);
  const rows = all.filter(({ type }) => type === 1);
  const text = all.map(({ type, content }) => (type === 10 ? String(content) : "")).join("");
  const inContainers = top.flatMap((entry) =>
    entry["type"] === 17 ? listOf(entry["components"]) : [entry],
  );
  const isWrong =
    !isV2 ||
    body["content"] != null ||
    body["embeds"] != null ||
    all.length === 0 ||
    all.length > 40 ||
    text.length > 4000 ||
    inContainers.some(({ type }) => !CONTAINED.includes(type)) ||
    all.some(({ type, content }) => type === 10 && String(content ?? "") === "") ||
    Object.keys(componentErrors(rows)).length > 0;
  if (isWrong) throw new ApiRefusal(400, { message: "Invalid Form Body", code: 50035, errors: {} });
  return mistakesIn({ ...body, content: text });
}

/** Components with those inside of them, options apart. */
export function withInner(components: readonly Fields[]): readonly Fields[] {
  return components.flatMap((entry) => [entry, ...withInner(listOf(entry["components"]))]);
}

function mistakesIn(body: Fields): string[] {
  const unknown = Object.keys(body).filter((name) => !KNOWN_FIELDS.includes(name));
  const mentions = body["allowed_mentions"];
  const [called] = /(?<=^<@)\d+(?=> )/.exec(String(body["content"] ?? "")) ?? [];
  const replied = body["message_reference"] === undefined ? {} : { replied_user: true };
  const isSafe = [{ parse: [] }, { parse: [], users: [called] }].some(
    (safe) => JSON.stringify({ ...safe, ...replied }) === JSON.stringify(mentions),
  );
  const crowded = withInner(listOf(body["components"])).filter(
    (entry) =>
      entry["type"] === 1 &&
      listOf(entry["components"]).filter(({ style = 2 }) => style !== 2).length > 1,
  );
  return [
    ...crowded.map(() => "a row has more than one coloured button"),
    ...unknown.map((name) => `a message has an unknown field ${name}`),
    ...(isSafe ? [] : [`a message may mention people: ${JSON.stringify(mentions)}`]),
  ];
}

function componentErrors(rows: readonly Fields[]): object {
  const all = rows.flatMap((row) => listOf(row["components"]));
  const ids = all.map((entry) => String(entry["custom_id"] ?? ""));
  const isWrong =
    rows.length > 5 ||
    rows.some((row) => {
      const count = listOf(row["components"]).length;
      return row["type"] !== 1 || count < 1 || count > 5;
    }) ||
    ids.some((id) => id.length < 1 || id.length > 100) ||
    all.some(isWrongComponent);
  if (new Set(ids).size < ids.length)
    return {
      components: {
        _errors: [
          {
            code: "COMPONENT_CUSTOM_ID_DUPLICATED",
            message: "Component custom id cannot be duplicated",
          },
        ],
      },
    };
  return isWrong
    ? {
        components: {
          _errors: [
            { code: "BASE_TYPE_BAD_LENGTH", message: "Must be between 1 and 5 in length." },
          ],
        },
      }
    : {};
}

function isWrongComponent(component: Fields): boolean {
  if (component["type"] === 2) {
    const label = String(component["label"] ?? "");
    return label === "" || label.length > 80 || typeof component["style"] !== "number";
  }
  const options = listOf(component["options"]);
  const texts = options.flatMap((option) => [
    String(option["label"] ?? ""),
    String(option["value"] ?? ""),
  ]);
  const values = new Set(options.map((option) => option["value"]));
  return (
    component["type"] !== 3 ||
    options.length < 1 ||
    options.length > 25 ||
    values.size < options.length ||
    texts.some((text) => text === "" || text.length > 100)
  );
}

/** Checks a form as the documents want it. Throws `ApiRefusal`. */
export function checkModal(modal: Fields): void {
  const fields = listOf(modal["components"]);
  const title = String(modal["title"] ?? "");
  const isWrong =
    title === "" ||
    title.length > 45 ||
    fields.length < 1 ||
    fields.length > 5 ||
    fields.some((entry) => {
      const label = String(entry["label"] ?? "");
      const input = (entry["component"] ?? {}) as Fields;
      const value = String(input["value"] ?? "");
      return (
        entry["type"] !== 18 ||
        label === "" ||
        label.length > 45 ||
        input["type"] !== 4 ||
        value.length > 4000
      );
    });
  if (isWrong)
    throw new ApiRefusal(400, {
      message: "Invalid Form Body",
      code: 50035,
      errors: { data: { _errors: [] } },
    });
}

/** Checks commands to register. Throws `ApiRefusal`. */
export function checkCommands(commands: readonly Fields[]): void {
  const counts = [1, 2, 3].map((type) => commands.filter((entry) => entry["type"] === type).length);
  const [slash = 0, ofUsers = 0, ofMessages = 0] = counts;
  const names = new Set(commands.map((entry) => `${entry["type"]} ${entry["name"]}`));
  const isWrong = names.size < commands.length || commands.some(isWrongCommand);
  // Docs "Application Commands", Registering a Command: 100 of slash commands, 15 of each menu.
  if (isWrong || slash > 100 || ofUsers > 15 || ofMessages > 15)
    throw new ApiRefusal(400, { message: "Invalid Form Body", code: 50035, errors: {} });
}

const SLASH_NAME = /^[-_'\p{L}\p{N}]{1,32}$/u;

function namesOf(entry: Fields): readonly string[] {
  const localized = Object.values((entry["name_localizations"] ?? {}) as Fields).map(String);
  return [String(entry["name"] ?? ""), ...localized];
}

function isSlashName(text: string): boolean {
  return SLASH_NAME.test(text) && text === text.toLowerCase();
}

function isWrongCommand(command: Fields): boolean {
  const options = listOf(command["options"]);
  if (command["type"] !== 1)
    return (
      namesOf(command).some((name) => name.length < 1 || name.length > 32) ||
      command["description"] !== undefined ||
      options.length > 0
    );
  const isRequired = options.map((option) => option["required"] === true);
  const inner = options.filter(({ type }) => type === 1);
  return (
    (inner.length > 0 && inner.length < options.length) ||
    inner.some((each) => isWrongCommand({ ...each, type: 1 })) ||
    options.some((option) => option["autocomplete"] === true && option["choices"] !== undefined) ||
    options.some((option) => listOf(option["choices"]).length > 25) ||
    !namesOf(command).every(isSlashName) ||
    !isDescribed(command) ||
    options.length > 25 ||
    (isRequired.lastIndexOf(true) > isRequired.indexOf(false) && isRequired.includes(false)) ||
    options.some((option) => !namesOf(option).every(isSlashName) || !isDescribed(option)) ||
    JSON.stringify(command).length > 8000
  );
}

function isDescribed(entry: Fields): boolean {
  const localized = Object.values((entry["description_localizations"] ?? {}) as Fields);
  return [entry["description"], ...localized]
    .map((text) => String(text ?? "").length)
    .every((length) => length >= 1 && length <= 100);
}

/** Checks the choices that are offered while somebody types. Throws `ApiRefusal`. */
export function checkChoices(choices: readonly Fields[]): void {
  const texts = choices.flatMap(({ name, value }) => [String(name ?? ""), String(value ?? "")]);
  if (choices.length > 25 || texts.some((text) => text === "" || text.length > 100))
    throw new ApiRefusal(400, { message: "Invalid Form Body", code: 50035, errors: {} });
}

function tooLong(message: string): object {
  return { _errors: [{ code: "BASE_TYPE_MAX_LENGTH", message }] };
}

/** A list of objects, whatever came. */
export function listOf(value: unknown): readonly Fields[] {
  return Array.isArray(value) ? value : [];
}
