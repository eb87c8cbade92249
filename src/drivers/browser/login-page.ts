import type { Language, Localized } from "../../base/localized.ts";

const WORDS = {
  title: { ko: "로그인", en: "Log in" },
  hint: {
    ko: "화면을 눌러 칸을 고르고, 아래에 써서 보내세요. 쓴 것은 그 사이트로만 가고 대화에 남지 않아요.",
    en: "Tap a field on the screen, type below and send it. What you type goes to that site alone and is not kept.",
  },
  start: { ko: "시작", en: "Start" },
  type: { ko: "여기에 쓰기", en: "Type here" },
  hide: { ko: "가리기", en: "Hide" },
  send: { ko: "보내기", en: "Send" },
  done: { ko: "다 했어요", en: "Done" },
  over: {
    ko: "이 링크는 끝났어요. 대화로 돌아가 주세요.",
    en: "This link is over. Please go back to the chat.",
  },
} as const satisfies Readonly<Record<string, Localized>>;

/** The page that shows a browser's screen and takes taps and keys. `token` and `nonce` are letters, digits and signs that need no escape. */
export function loginPage({
  token,
  nonce,
  language,
}: {
  readonly token: string;
  readonly nonce: string;
  readonly language: Language;
}): string {
  const say = (key: keyof typeof WORDS): string => WORDS[key][language];
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="robots" content="noindex"><title>${say("title")}</title>
<style nonce="${nonce}">body{margin:0;font:16px sans-serif;background:#222;color:#eee}p{margin:8px}
#screen{width:100%;display:block;background:#fff;touch-action:manipulation}#bar{position:sticky;bottom:0;background:#222;padding:8px;display:flex;gap:6px;flex-wrap:wrap}
#text{flex:1 1 160px;font-size:16px;padding:8px}button{font-size:16px;padding:8px 12px}[hidden]{display:none!important}</style>
<p id="hint">${say("hint")}</p><p><button id="start">${say("start")}</button></p>
<div id="work" hidden><img id="screen" alt=""><div id="bar"><input id="text" autocomplete="off" autocapitalize="off" spellcheck="false" placeholder="${say("type")}">
<label><input type="checkbox" id="hide"> ${say("hide")}</label><button id="send">${say("send")}</button>
<button data-key="Tab">Tab</button><button data-key="Enter">Enter</button><button data-key="Backspace">⌫</button>
<button data-by="-400">▲</button><button data-by="400">▼</button><button id="done">${say("done")}</button></div></div>
<script nonce="${nonce}">
const base = "/screen/${token}", at = (id) => document.getElementById(id);
const over = () => { at("work").hidden = true; at("hint").textContent = ${JSON.stringify(say("over"))}; at("start").hidden = true; };
const post = (path, body) => fetch(base + path, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body ?? {}) });
let isOpen = false;
async function look() {
  while (isOpen) {
    const answer = await fetch(base + "/picture").catch(() => undefined);
    if (answer?.status === 404 || answer?.status === 410) return over();
    if (answer?.ok) { const old = at("screen").src; at("screen").src = URL.createObjectURL(await answer.blob()); if (old) URL.revokeObjectURL(old); }
    await new Promise((resolve) => setTimeout(resolve, 500));
  }
}
at("start").onclick = async () => {
  const answer = await post("/start");
  if (!answer.ok) return over();
  isOpen = true; at("work").hidden = false; at("start").hidden = true; look();
};
at("screen").onclick = (event) => post("/input", { kind: "tap", x: event.offsetX / at("screen").clientWidth, y: event.offsetY / at("screen").clientHeight });
const send = async () => { const text = at("text").value; at("text").value = ""; if (text) await post("/input", { kind: "text", text }); };
at("send").onclick = send;
at("text").onkeydown = (event) => { if (event.key === "Enter") { event.preventDefault(); send().then(() => post("/input", { kind: "key", key: "Enter" })); } };
at("hide").onchange = () => { at("text").type = at("hide").checked ? "password" : "text"; };
for (const button of document.querySelectorAll("[data-key]")) button.onclick = () => post("/input", { kind: "key", key: button.dataset.key });
for (const button of document.querySelectorAll("[data-by]")) button.onclick = () => post("/input", { kind: "scroll", by: Number(button.dataset.by) });
at("done").onclick = async () => { await post("/input", { kind: "done" }); isOpen = false; over(); };
</script></html>`;
}
