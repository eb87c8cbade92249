import { AppError, codeOf } from "../../base/errors.ts";
import { korean } from "../../base/korean-particles.ts";
import type { Localized } from "../../base/localized.ts";

/** What a connection that failed means, as a sentence that names the origin alone. */
export function unreachable(error: unknown, origin: string): AppError {
  if (error instanceof AppError) return error;
  const code = codeOf(error);
  if (code === "UND_ERR_CONNECT_TIMEOUT" || code === "ETIMEDOUT") {
    return new AppError(
      "http-timeout",
      {
        en: `"${origin}" did not accept a connection in time. Try again later.`,
        ko: `"${origin}"에 제때 연결되지 않았어요. 잠시 뒤에 다시 해 보세요.`,
      },
      { cause: error },
    );
  }
  const words = unreachableWords(code, origin);
  return new AppError("http-unreachable", words, { cause: error });
}

function unreachableWords(code: string, origin: string): Localized {
  switch (code) {
    case "ENOTFOUND":
    case "EAI_AGAIN":
    case "EAI_NODATA":
      return {
        en: `"${origin}" cannot be found: no address is known for that name. Check its spelling and the network.`,
        ko: `"${origin}"의 주소를 찾을 수 없어요. 철자와 네트워크를 확인해 주세요.`,
      };
    case "ECONNREFUSED":
      return {
        en: `"${origin}" refused the connection. Check the address and port.`,
        ko: korean`"${origin}"이(가) 연결을 거절했어요. 주소와 포트를 확인해 주세요.`,
      };
    case "EHOSTUNREACH":
    case "ENETUNREACH":
      return {
        en: `"${origin}" cannot be reached from this machine. Check the network.`,
        ko: `이 컴퓨터에서 "${origin}"에 닿을 수 없어요. 네트워크를 확인해 주세요.`,
      };
    case "ECONNRESET":
    case "EPIPE":
    case "UND_ERR_SOCKET":
      return {
        en: `"${origin}" closed the connection before its answer was complete. Try again later.`,
        ko: korean`"${origin}"이(가) 답을 다 보내기 전에 연결을 끊었어요. 잠시 뒤에 다시 해 보세요.`,
      };
    case "UND_ERR_CLOSED":
    case "UND_ERR_DESTROYED":
      return {
        en: `"${origin}" is not fetched any more, because the service is stopping.`,
        ko: `서비스가 멈추는 중이어서 "${origin}"에서 더 가져오지 않아요.`,
      };
    default:
      return unreadableWords(code, origin);
  }
}

function unreadableWords(code: string, origin: string): Localized {
  return /CERT|TLS|SSL|SELF_SIGNED|ISSUER|EPROTO/.test(code)
    ? {
        en: `"${origin}" has no valid certificate for a secure connection (${code}). Do not send it anything private.`,
        ko: `"${origin}"에는 안전한 연결에 쓸 올바른 인증서가 없어요 (${code}). 사적인 내용은 보내지 마세요.`,
      }
    : {
        en: `"${origin}" gave an answer that cannot be read (${code}). Try again later.`,
        ko: korean`"${origin}"이(가) 읽을 수 없는 답을 보냈어요 (${code}). 잠시 뒤에 다시 해 보세요.`,
      };
}
