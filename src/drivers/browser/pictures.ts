import type { Browser, ElementHandle, Page } from "puppeteer-core";

/** A picture of a page. */
export interface Screenshot {
  /** PNG. */
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** True where the page is longer than the picture. */
  readonly isCut: boolean;
}

/** A box drawn over a picture, in pixels of the page's window. */
export interface Mark {
  readonly label: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Tallest picture, in pixels. */
const TALLEST = 10_000;

/** A picture of what the window shows, or of the whole page from its top. */
export async function pictureOf(page: Page, fullPage: boolean): Promise<Screenshot> {
  const { width, height: windowHeight } = page.viewport() ?? { width: 1280, height: 800 };
  const pageHeight = fullPage ? await heightOf(page) : windowHeight;
  const height = Math.min(Math.max(pageHeight, windowHeight), TALLEST);
  const bytes = await page.screenshot({
    type: "png",
    ...(fullPage ? { clip: { x: 0, y: 0, width, height }, captureBeyondViewport: true } : {}),
  });
  return { bytes, width, height, isCut: pageHeight > height };
}

async function heightOf(page: Page): Promise<number> {
  const session = await page.createCDPSession();
  try {
    const { cssContentSize } = await session.send("Page.getLayoutMetrics");
    return Math.ceil(cssContentSize.height);
  } finally {
    await session.detach();
  }
}

/** A picture of one element alone, down to 10,000 pixels; `undefined` for one that shows nothing. */
export async function pictureOfElement(
  page: Page,
  handle: ElementHandle,
): Promise<Screenshot | undefined> {
  await handle.scrollIntoView().catch(() => undefined); // what cannot be scrolled to shows nothing
  const box = await handle.boundingBox();
  if (box === null || box.width < 1 || box.height < 1) return undefined;
  const height = Math.min(Math.ceil(box.height), TALLEST);
  const width = Math.min(Math.ceil(box.width), TALLEST);
  const scrolled = await scrollOf(page);
  const bytes = await page.screenshot({
    type: "png",
    clip: { x: box.x + scrolled.x, y: box.y + scrolled.y, width, height },
    captureBeyondViewport: true,
  });
  return { bytes, width, height, isCut: box.height > height };
}

/** How far the window has been scrolled, in pixels. */
async function scrollOf(page: Page): Promise<{ readonly x: number; readonly y: number }> {
  const session = await page.createCDPSession();
  try {
    const { cssVisualViewport } = await session.send("Page.getLayoutMetrics");
    return { x: cssVisualViewport.pageX, y: cssVisualViewport.pageY };
  } finally {
    await session.detach();
  }
}

/** The boxes of elements that the window shows; those that show nothing are left out. */
export async function marksOf(
  page: Page,
  elements: readonly { readonly label: string; readonly handle: ElementHandle }[],
): Promise<readonly Mark[]> {
  const { width, height } = page.viewport() ?? { width: 1280, height: 800 };
  const marks: Mark[] = [];
  for (const { label, handle } of elements) {
    const box = await handle.boundingBox().catch(() => null); // it has gone meanwhile
    if (box === null || box.width < 1 || box.height < 1) continue;
    const isShown =
      box.x < width && box.y < height && box.x + box.width > 0 && box.y + box.height > 0;
    if (isShown) marks.push({ label, x: box.x, y: box.y, width: box.width, height: box.height });
  }
  return marks;
}

/** The picture with boxes and labels over it. They are drawn on a blank page without any network, where the page itself can neither see nor change them. */
export async function withMarks(
  browser: Browser,
  picture: Screenshot,
  marks: readonly Mark[],
): Promise<Screenshot> {
  const context = await browser.createBrowserContext({ downloadBehavior: { policy: "deny" } });
  try {
    const page = await context.newPage();
    const { width, height } = picture;
    await page.setViewport({ width, height });
    await page.setJavaScriptEnabled(false);
    await page.setContent(markedPage(picture, marks), { waitUntil: "load" });
    const bytes = await page.screenshot({ type: "png" });
    return { ...picture, bytes };
  } finally {
    await context.close().catch(() => undefined); // Chromium has ended
  }
}

function markedPage({ bytes, width, height }: Screenshot, marks: readonly Mark[]): string {
  const image = Buffer.from(bytes).toString("base64");
  const boxes = marks.map(({ label, x, y, ...size }) => {
    const left = Math.max(0, Math.round(x) - 3);
    const top = Math.max(0, Math.round(y) - 3);
    const box = `left:${left}px;top:${top}px;width:${Math.round(size.width)}px;height:${Math.round(size.height)}px`;
    const words = label === "" ? "" : `<b>${label.replace(/[^\w -]/g, "")}</b>`;
    return `<i style="${box}">${words}</i>`;
  });
  return `<!doctype html><style>body{margin:0;width:${width}px;height:${height}px;overflow:hidden;position:relative}
img{position:absolute;left:0;top:0}i{position:absolute;border:3px solid #e5007d;border-radius:4px;box-shadow:0 0 0 2px #fff}
b{position:absolute;left:-3px;top:-17px;font:bold 12px sans-serif;background:#e5007d;color:#fff;padding:1px 4px;border-radius:3px}
i[style*="top:0px"] b,i[style*="top:1"] b{top:0}</style><img src="data:image/png;base64,${image}">${boxes.join("")}`;
}
