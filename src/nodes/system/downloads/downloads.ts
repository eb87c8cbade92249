import type { Fetch, FetchResponse } from "../../../base/fetch.ts";
import type { Localized } from "../../../base/localized.ts";
import { mediaTypeOfName } from "../../../base/media-type.ts";
import { bold, sizeWords } from "../../../base/visible-text.ts";
import {
  type Handlers,
  optionalString,
  type ReadyCall,
  stringParam,
} from "../../../engine/execute/action-types.ts";
import { type Outcome, success } from "../../../engine/values/outcome.ts";
import { askUpstream, failed } from "../../api/upstream.ts";
import { worded } from "../../localize.ts";
import { webAddress } from "../../web-address.ts";
import { chatFilesOf, type FileHandlerParts, freeName } from "../files.ts";

/** Largest file that is fetched. Telegram takes 50 MB of a bot (Bot API, "Sending files"). */
const LARGEST_BYTES = 50 * 1024 * 1024;

/** `10.1101/…`, `2401.01234`, `math/0211159` (arXiv, "Understanding the arXiv identifier"). */
const ARXIV_ID =
  /^(?:arxiv:)?(?<id>\d{4}\.\d{4,5}(?:v\d+)?|[a-z-]+(?:\.[A-Z]{2})?\/\d{7}(?:v\d+)?)$/iu;
const PMC_ID = /^(?:PMC)?(?<id>\d{1,10})$/iu;

const NO_ADDRESS: Localized = {
  ko: "파일의 주소는 https://로 시작하는 웹 주소예요.",
  en: "The address of a file is a web address that begins with https://.",
};

const NO_PAPER: Localized = {
  ko: "논문 번호를 알아보지 못했어요. arXiv는 2401.01234, PubMed Central은 PMC1234567처럼 써 주세요.",
  en: "That is no number of a paper: arXiv's look like 2401.01234, PubMed Central's like PMC1234567.",
};

/** `download`, `download_arxiv` and `download_pubmed`: what stands at an address, as a file of the chat. */
export function createDownloadHandlers(
  parts: FileHandlerParts & { readonly fetch: Fetch },
): Handlers {
  return {
    "system:download": (call) => {
      const url = webAddress(stringParam(call, "url"));
      if (url === undefined) return Promise.resolve(failed("bad-url", worded(call, NO_ADDRESS)));
      return download(parts, call, { url, name: nameAt(url) });
    },
    "source:download_arxiv": (call) => {
      const id = ARXIV_ID.exec(stringParam(call, "id").trim())?.groups?.["id"];
      if (id === undefined) return Promise.resolve(failed("bad-id", worded(call, NO_PAPER)));
      const url = `https://arxiv.org/pdf/${id}`;
      return download(parts, call, {
        url,
        name: `papers/${id.replace("/", "-")}.pdf`,
        sort: "pdf",
        service: "arxiv",
      });
    },
    "source:download_pubmed": (call) => {
      const id = PMC_ID.exec(stringParam(call, "id").trim())?.groups?.["id"];
      if (id === undefined) return Promise.resolve(failed("bad-id", worded(call, NO_PAPER)));
      const url = `https://europepmc.org/backend/ptpmcrender.fcgi?accid=PMC${id}&blobtype=pdf`;
      return download(parts, call, {
        url,
        name: `papers/PMC${id}.pdf`,
        sort: "pdf",
        service: "europe-pmc",
      });
    },
  };
}

/** The last part of an address as the name of a file. */
function nameAt(url: string): string {
  const { pathname, host } = new URL(url);
  const last = pathname.split("/").findLast((part) => part !== "") ?? host;
  return (
    last
      .replace(/[^\p{L}\p{N}._-]+/gu, "-")
      .replace(/^[.-]+/u, "")
      .slice(0, 100) || host
  );
}

/** Fetches a file and puts it under the first free name. */
async function download(
  parts: FileHandlerParts & { readonly fetch: Fetch },
  call: ReadyCall,
  wanted: {
    readonly url: string;
    readonly name: string;
    readonly sort?: "pdf";
    readonly service?: string;
  },
): Promise<Outcome> {
  const asking = { fetch: parts.fetch, call, name: new URL(wanted.url).host };
  const { service, url } = wanted;
  const request = { url, maxBytes: LARGEST_BYTES, ...(service && { service }) };
  const answer = await askUpstream(asking, request);
  if (!answer.ok) return answer;
  const { body } = answer.response;
  if (wanted.sort === "pdf" && !isPdf(body)) return failed("not-a-pdf", worded(call, NOT_A_PDF));
  return keptFile(parts, call, {
    bytes: body,
    name: wanted.name,
    ending: endingOf(answer.response),
    said: { ko: "📥 받았어요", en: "📥 Downloaded" },
  });
}

/** Puts what came from the web under the first free name, the one that the call gives or its own; `said` is what was done. */
export async function keptFile(
  parts: FileHandlerParts,
  call: ReadyCall,
  came: {
    readonly bytes: Uint8Array;
    readonly name: string;
    readonly ending: string;
    readonly said: Localized;
  },
): Promise<Outcome> {
  const files = chatFilesOf(parts, call);
  const given = optionalString(call, "filename") ?? came.name;
  const name = await freeName(files, given.includes(".") ? given : `${given}.${came.ending}`);
  const written = await files.marks.writing(call, name, () =>
    files.write(name, came.bytes, { before: files.keeping("written") }),
  );
  const { path, sizeBytes } = written;
  const text = `${worded(call, came.said)}: ${bold(path)} (${sizeWords(sizeBytes)})`;
  const file = { kind: "file", path, mediaType: mediaTypeOfName(path), sizeBytes, text } as const;
  return success(file, { tainted: true });
}

const NOT_A_PDF: Localized = {
  ko: "그 논문의 PDF를 받을 수 없어요. 공개된 논문이 아닐 수 있어요.",
  en: "No PDF of that paper can be had; it may not be open access.",
};

function isPdf(body: Uint8Array): boolean {
  return Buffer.from(body.subarray(0, 1024)).includes("%PDF-");
}

/** The ending of a file by what its server says it is. */
function endingOf({ headers }: FetchResponse): string {
  const [type = ""] = (headers["content-type"] ?? "").split(";");
  return ENDINGS[type.trim().toLowerCase()] ?? "bin";
}

const ENDINGS: Readonly<Record<string, string>> = {
  "application/pdf": "pdf",
  "application/json": "json",
  "application/zip": "zip",
  "image/jpeg": "jpg",
  "image/png": "png",
  "image/webp": "webp",
  "image/gif": "gif",
  "text/csv": "csv",
  "text/html": "html",
  "text/plain": "txt",
};
