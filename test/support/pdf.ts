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
