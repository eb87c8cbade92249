/** What stands for a secret. */
export const MASK = "[secret]";

/** Characters of one word in which a credential may stand, also in an address. */
const WORD = "[A-Za-z0-9._~+/:%=-]*";

/** What says that the next word is a credential; it stays readable. */
const SECRET_NAME = "secret[_-]?(?:access[_-]?)?key[^A-Za-z0-9/+]{1,8}";

/** An access key of AWS, and what may stand between it and its secret. */
const AWS_KEY = "(?:AKIA|ASIA)[A-Z0-9]{16}";
const AWS_PAIR = `${AWS_KEY}[^A-Za-z0-9/+]{1,8}`;

const KEY_BLOCK = "-----BEGIN [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----";
const KEY_BLOCK_BODY = "[\\w+/=\\s\\\\:,.()-]*";

/**
 * Shapes of credentials that must not be printed whoever wrote them. Formats: the documents of the makers, and the rules of gitleaks
 * (gitleaks/gitleaks, config/gitleaks.toml). What the first group holds stays readable.
 */
const SHAPES: readonly RegExp[] = [
  // A private key, up to its last line, or as far as it goes where that is missing.
  new RegExp(
    `${KEY_BLOCK}(?:${KEY_BLOCK_BODY}?-----END [A-Z0-9 ]{0,30}PRIVATE KEY(?: BLOCK)?-----|${KEY_BLOCK_BODY})`,
    "g",
  ),
  // Telegram's and Discord's bot tokens, Discord's tokens of interactions.
  /\b\d{6,12}(?::|%3A)[A-Za-z0-9_-]{30,}\b/gi,
  /\b[MNO][\w-]{22,29}\.[\w-]{6,7}\.[\w-]{27,}/g,
  /\baW50ZXJhY3Rpb246[\w=-]{8,}/g,
  // Google: keys, secrets of clients, access and refresh tokens.
  /\bAIza[0-9A-Za-z_-]{30,}\b/g,
  /\bGOCSPX-[\w-]{20,}/g,
  /\bya29\.[\w-]{20,}/g,
  /\b1\/\/0[\w-]{30,}/g,
  // OpenAI and Anthropic, Stripe, Slack.
  /\bsk-[A-Za-z0-9_-]{16,}\b/g,
  /\b[sr]k_(?:live|test)_[A-Za-z0-9]{16,}/g,
  /\bxox[a-z]-[A-Za-z0-9-]{10,}/g,
  /\bxapp-\d-[A-Za-z0-9-]{10,}/g,
  /\bhooks\.slack\.com\/services\/[A-Za-z0-9/]{20,}/g,
  // GitHub, GitLab, npm, Hugging Face.
  /\bgh[pousr]_[A-Za-z0-9_]{30,}(?:\.[\w-]{10,}){0,2}/g,
  /\bgithub_pat_[A-Za-z0-9_]{22,}/g,
  /\bglpat-[\w-]{20,}/g,
  /\bnpm_[A-Za-z0-9]{36}\b/g,
  /\bhf_[A-Za-z0-9]{30,}\b/g,
  // DigitalOcean, Grafana, Shopify, Groq, xAI, Perplexity, Vault, Linear, Notion, Replicate, PyPI, SendGrid, Tailscale, age.
  /\b(?:do[opr]_v1_|gl(?:sa|c)_|shp(?:at|ca|pa|ss)_|gsk_|xai-|pplx-|hv[sb]\.|lin_api_|ntn_|r8_|pypi-)[\w-]{30,}/g,
  /\bSG\.[\w-]{16,32}\.[\w-]{30,}/g,
  /\btskey-[a-z]{2,20}-[\w-]{20,}/g,
  /\bAGE-SECRET-KEY-1[0-9A-Z]{50,}/gi,
  // Azure (storage, Service Bus), Square, Mailgun.
  /\b((?:Account|SharedAccess)Key=)[A-Za-z0-9+/]{40,88}={0,2}/gi,
  /\bEAAA[\w-]{60}(?![\w-])/g,
  /\bsq0[a-z]{3}-[\w-]{22,}/g,
  /\bkey-[0-9a-f]{32}\b/g,
  /\b[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}\b/g,
  // The password of an address: postgres://user:password@host.
  /(\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/?#@"'<>[\]]{0,64}:)(?!\[secret\]@)[^\s/?#@"'<>]{1,256}(?=@)/gi,
  // The token of a Discord webhook.
  /(\bdiscord(?:app)?\.com\/api(?:\/v\d+)?\/webhooks\/\d{10,20}\/)[\w-]{40,}/gi,
  // AWS: a secret beside its key or its name, and the key.
  new RegExp(`\\b${AWS_PAIR}[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+])`, "g"),
  new RegExp(`(${SECRET_NAME})[A-Za-z0-9/+]{40}(?![A-Za-z0-9/+])`, "gi"),
  new RegExp(`\\b${AWS_KEY}\\b`, "g"),
  // JSON Web Tokens, and whatever a bearer header carries.
  /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{10,}/g,
  /\b[Bb]earer(?:\s|%20|\+)+[A-Za-z0-9._~+/-]{8,}=*/g,
];

/** A run that may be Base64, plain or for addresses: shorter ones hold no credential. */
const ENCODED = /[A-Za-z0-9+/_-]{24,}={0,2}/g;

/** The end of a text that may go on to something shaped like a credential: its last word, what announces one, or a private key that has not ended. */
export const OPEN_SHAPE = new RegExp(
  `${KEY_BLOCK}(?:(?!-----END )[^])*(?:-----END [A-Z0-9 ]*-{0,5})?$|-----BEGIN [A-Z0-9 ]*-{0,5}$|(?:${WORD}(?:bearer(?:\\s|%20|\\+)+|${SECRET_NAME}|${AWS_PAIR}))?${WORD}$`,
  "i",
);

/** Replaces everything shaped like a credential, also where it stands in Base64; `forms` are texts that are looked for in Base64 besides. */
export function maskShapes(text: string, forms: readonly string[]): string {
  const plain = maskPlain(text);
  return plain.replace(ENCODED, (run) => (hidesSecret(run, forms) ? MASK : run));
}

function maskPlain(text: string): string {
  let clean = text;
  for (const shape of SHAPES)
    clean = clean.replace(shape, (_all, kept: unknown) =>
      typeof kept === "string" ? `${kept}${MASK}` : MASK,
    );
  return clean;
}

function hidesSecret(run: string, forms: readonly string[]): boolean {
  const decoded = Buffer.from(run, "base64").toString("utf8"); // takes both alphabets (Node.js documentation, Buffer)
  return forms.some((form) => decoded.includes(form)) || maskPlain(decoded) !== decoded;
}
