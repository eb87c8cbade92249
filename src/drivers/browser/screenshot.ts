import type { Page } from "puppeteer-core";

/** A picture of a page. */
export interface Screenshot {
  /** PNG. */
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
  /** True where the page is longer than the picture. */
  readonly isCut: boolean;
}

/** Tallest picture, in pixels. */
const TALLEST = 10_000;

/** A picture of what the window shows, or of the whole page from its top. */
export async function takeScreenshot(page: Page, fullPage: boolean): Promise<Screenshot> {
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
