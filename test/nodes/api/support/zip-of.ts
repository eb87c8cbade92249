import { buffer } from "node:stream/consumers";
import { ZipFile } from "yazl";

/** A zip archive with one document, as DART sends its list of companies. */
export function zipOf(text: string): Promise<Buffer> {
  const archive = new ZipFile();
  archive.addBuffer(Buffer.from(text), "CORPCODE.xml");
  archive.end();
  return buffer(archive.outputStream);
}
