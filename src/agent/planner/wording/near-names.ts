import { jamoOf } from "../../../rag/text/korean.ts";
import { listedNames, symbolOfName } from "../../../rag/text/listed-names.ts";
import { knownPlaces, zoneOfPlace } from "../../../scheduler/timing/place-zones.ts";
import { slipOf } from "../words.ts";

/** Cities whose name is no name of a time zone's place. */
const CITIES: ReadonlySet<string> = new Set(
  "강릉 춘천 원주 속초 동해 삼척 평창 전주 군산 익산 정읍 남원 목포 여수 순천 광양 나주 포항 경주 구미 안동 김천 영주 창원 진주 김해 양산 통영 거제 청주 충주 제천 천안 아산 공주 논산 서산 당진 보령 성남 용인 고양 안양 부천 파주 안산 평택 화성 의정부 이천 여주 양평 가평 강화 강남 판교 일산 분당 서귀포 glasgow liverpool birmingham leeds bristol cardiff belfast cork galway aberdeen boston miami dallas houston austin seattle denver philadelphia portland nashville orlando brisbane adelaide hamburg munich cologne barcelona valencia marseille naples florence venice".split(
    " ",
  ),
);

const NAMED =
  /\[(?<action>source:(?:weather|price|price_history)|system:time)\]\((?<quote>\\?")(?<name>[^"\\]{2,40})\\?"/gu;

/** A program with the names of places and shares that nobody knows as the one name that sounds the same or is a slip of the finger away; itself where there is none, or more than one. Pure. */
export function withNearNames(code: string): string {
  return code.replace(NAMED, (whole, action: string, quote: string, name: string) => {
    const isShare = action.startsWith("source:price");
    const near = isShare ? nearShare(name) : nearPlace(name);
    return near === undefined ? whole : whole.replace(`${quote}${name}`, () => `${quote}${near}`);
  });
}

function nearPlace(name: string): string | undefined {
  const said = name.trim().toLowerCase();
  if (zoneOfPlace(said) !== undefined || CITIES.has(said)) return undefined;
  return only(said, [...knownPlaces().keys(), ...CITIES], LEAST_OF_PLACE);
}

function nearShare(name: string): string | undefined {
  // Capital letters alone are a symbol.
  if (symbolOfName(name) !== undefined || /^[A-Z]{1,5}$/u.test(name)) return undefined;
  return only(name.trim().toLowerCase(), listedNames(), LEAST_OF_SHARE);
}

/** Letters of a name of which one may be wrong; two may have changed places in a shorter one. */
const LEAST_OF_PLACE = 8;
const LEAST_OF_SHARE = 6;
const LEAST_TURNED = 5;

function only(said: string, names: readonly string[], least: number): string | undefined {
  const near = new Set(names.filter((name) => isNear(said, name, least)));
  const [first, second] = near;
  return second === undefined ? first : undefined;
}

function isNear(said: string, name: string, least: number): boolean {
  if (/[가-힣]/u.test(said)) return /[가-힣]/u.test(name) && soundOf(said) === soundOf(name);
  if (name.length < LEAST_TURNED || said[0] !== name[0]) return false;
  const slip = slipOf(said, name);
  return slip === "turned" || (slip === "letter" && name.length >= least);
}

/** Letters that sound alike, or lie under the same finger, each as the first of them. */
const ALIKE = "ㄱㄲ ㄷㄸ ㅂㅃ ㅅㅆ ㅈㅉ ㅏㅑ ㅓㅕ ㅗㅛ ㅜㅠㅡ ㅔㅐㅖㅒ".split(" ");

function soundOf(text: string): string {
  return [...jamoOf(text)]
    .map((letter) => ALIKE.find((each) => each.includes(letter))?.[0] ?? letter)
    .join("");
}
