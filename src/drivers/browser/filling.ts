import type { ElementHandle, Page } from "puppeteer-core";
import { AppError } from "../../base/errors.ts";
import type { DomElement } from "./dom.ts";

/** Longest text that is typed letter by letter; a longer one is put in at once. */
const TYPED_LENGTH = 200;

/** Inputs whose value is set, since what is typed there depends on the language of the browser. */
const SET_INPUTS = ["date", "time", "month", "week", "datetime-local", "color", "range"];

/** Types a text into a field. Throws `AppError` `not-fillable`. */
export async function enterText(
  page: Page,
  handle: ElementHandle,
  {
    text,
    clear,
    submit,
  }: { readonly text: string; readonly clear: boolean; readonly submit: boolean },
): Promise<void> {
  await handle.scrollIntoView().catch(() => undefined); // a field may be filled in that is not in sight
  const way = await handle.evaluate(wayInto, SET_INPUTS);
  if (way === "none") throw notFillable();
  if (way === "set") await handle.evaluate(setValue, text);
  else {
    await handle.evaluate(way === "text" ? selectText : selectContents, clear);
    if (clear) await page.keyboard.press("Backspace");
    if (text.length > TYPED_LENGTH) await page.keyboard.sendCharacter(text);
    else await page.keyboard.type(text);
  }
  if (submit) await page.keyboard.press("Enter");
}

/** In the page: how a field is filled in. */
function wayInto(
  field: DomElement,
  setInputs: readonly string[],
): "text" | "contents" | "set" | "none" {
  const isText = field.matches("input, textarea");
  if (field.disabled === true || field.readOnly === true) return "none";
  if (!isText) return field.isContentEditable === true ? "contents" : "none";
  return setInputs.includes(field.type ?? "") ? "set" : "text";
}

/** In the page. */
function setValue(field: DomElement, text: string): void {
  const view = field.ownerDocument.defaultView;
  if (view === null) return;
  field.focus();
  const value = Object.getOwnPropertyDescriptor(view.HTMLInputElement.prototype, "value");
  value?.set?.call(field, text);
  for (const name of ["input", "change"])
    field.dispatchEvent(new view.Event(name, { bubbles: true }));
}

/** In the page: all of a field is selected, or the caret put behind it. */
function selectText(field: DomElement, isWhole: boolean): void {
  field.focus();
  if (isWhole) {
    field.select();
    return;
  }
  const end = field.value?.length ?? 0;
  try {
    field.setSelectionRange(end, end);
  } catch {
    // a field for numbers or addresses has no place for the caret
  }
}

/** In the page: the same of what is edited without being a field. */
function selectContents(field: DomElement, isWhole: boolean): void {
  field.focus();
  const range = field.ownerDocument.createRange();
  range.selectNodeContents(field);
  if (!isWhole) range.collapse(false);
  const selection = field.ownerDocument.defaultView?.getSelection();
  selection?.removeAllRanges();
  selection?.addRange(range);
}

/** Chooses options of a list by what they are called, or by their values. Throws `AppError` `not-fillable`, `no-option`. */
export async function selectOptions(
  handle: ElementHandle,
  wanted: readonly string[],
): Promise<void> {
  const options = await handle.evaluate(optionsOf);
  if (options === undefined)
    throw new AppError("not-fillable", {
      en: "That is no list to choose from. Click it, and click the option that appears.",
      ko: "고를 수 있는 목록이 아니에요. 먼저 누르고, 나타나는 항목을 눌러 주세요.",
    });
  const found = wanted.flatMap((name) => chosen(name, options)?.value ?? []);
  if (found.length < wanted.length)
    throw noOption(
      wanted,
      options.map(({ label }) => label),
    );
  await handle.select(...found);
}

interface ListOption {
  readonly label: string;
  readonly value: string;
}

/** In the page: what a list has; `undefined` for what is none. */
function optionsOf(list: DomElement): readonly ListOption[] | undefined {
  if (!list.matches("select")) return undefined;
  return Array.from(list.options ?? [])
    .filter((option) => option.disabled !== true)
    .map(({ label = "", value = "" }) => ({ label: label.replace(/\s+/g, " ").trim(), value }));
}

function chosen(name: string, options: readonly ListOption[]): ListOption | undefined {
  const wanted = name.replace(/\s+/g, " ").trim();
  return (
    options.find(({ label, value }) => label === wanted || value === name) ??
    options.find(({ label }) => label.toLowerCase() === wanted.toLowerCase())
  );
}

/** Chooses the option that an element is, in the list around it. */
export async function selectOwnOption(handle: ElementHandle): Promise<void> {
  await handle.evaluate((option: DomElement) => {
    const list = option.closest("select");
    const view = option.ownerDocument.defaultView;
    if (list === null || view === null || option.disabled === true) return;
    option.selected = true;
    for (const name of ["input", "change"])
      list.dispatchEvent(new view.Event(name, { bubbles: true }));
  });
}

function noOption(wanted: readonly string[], options: readonly string[]): AppError {
  const asked = wanted.join(", ").slice(0, 100);
  const there = options.slice(0, 20).join(", ").slice(0, 400);
  return new AppError("no-option", {
    en: `Not all of "${asked}" can be chosen. There is: ${there}.`,
    ko: `"${asked}" 중에 고를 수 없는 것이 있어요. 있는 것: ${there}.`,
  });
}

function notFillable(): AppError {
  return new AppError("not-fillable", {
    en: "Nothing can be typed there. Choose a field that takes text.",
    ko: "글을 쓸 수 없는 곳이에요. 글을 받는 칸을 골라 주세요.",
  });
}
