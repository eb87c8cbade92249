import { deflateSync } from "node:zlib";

/** A PDF with one line of Latin text a page. */
export function pdfOf(lines: readonly string[]): Uint8Array {
  const pages = lines.map((_, index) => `${4 + index * 2} 0 R`);
  const objects = [
    "<</Type/Catalog/Pages 2 0 R>>",
    `<</Type/Pages/Kids[${pages.join(" ")}]/Count ${lines.length}>>`,
    "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>",
    ...lines.flatMap((line, index) => {
      const drawing = line === "" ? "" : `BT /F1 24 Tf 72 700 Td (${line}) Tj ET`;
      const parts = `/Contents ${5 + index * 2} 0 R/Resources<</Font<</F1 3 0 R>>>>`;
      return [
        `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]${parts}>>`,
        `<</Length ${drawing.length}>>\nstream\n${drawing}\nendstream`,
      ];
    }),
  ];
  let text = "%PDF-1.4\n";
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const start = text.length;
  text += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${offsets.join("")}`;
  text += `trailer<</Size ${objects.length + 1}/Root 1 0 R>>\nstartxref\n${start}\n%%EOF`;
  return Buffer.from(text, "latin1");
}

/** A PDF of some kilobytes whose only page unpacks to so many bytes of blanks: runs of a letter, packed once more. */
export function pdfBomb(unpackedBytes: number): Uint8Array {
  const runs = Buffer.alloc(2 * Math.ceil(unpackedBytes / 128), Buffer.from([129, 0x20]));
  const packed = deflateSync(runs, { level: 9 });
  const head = Buffer.from(
    `%PDF-1.4
1 0 obj
<</Type/Catalog/Pages 2 0 R>>
endobj
2 0 obj
<</Type/Pages/Kids[3 0 R]/Count 1>>
endobj
3 0 obj
<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R>>
endobj
4 0 obj
<</Length ${packed.length}/Filter[/FlateDecode/RunLengthDecode]>>
stream
`,
    "latin1",
  );
  const end = Buffer.from("\nendstream\nendobj\ntrailer<</Size 5/Root 1 0 R>>\n%%EOF", "latin1");
  return Buffer.concat([head, packed, end]);
}
