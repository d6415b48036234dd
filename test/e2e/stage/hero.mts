import type { Locator, Page } from 'playwright-core';

/** Around the nodes, so that their names and the background are seen. */
const MARGIN = 48;

type Colors = { readonly page: string; readonly line: string };

const COLORS: Readonly<Record<'light' | 'dark', Colors>> = {
	light: { page: '#ffffff', line: '#d8dce6' },
	dark: { page: '#0d1117', line: '#3a3f4b' },
};

/** The nodes of the canvas, and the button to add one to the last, all in one image (PNG). */
export async function canvasPicture(page: Page): Promise<Buffer> {
	const shown = page.getByTestId('canvas-node').or(page.getByTestId('canvas-handle-plus'));
	const boxes = await Promise.all((await shown.all()).map((each) => each.boundingBox()));
	const seen = boxes.filter((box) => box !== null);
	const left = Math.min(...seen.map(({ x }) => x)) - MARGIN;
	const top = Math.min(...seen.map(({ y }) => y)) - MARGIN;
	const right = Math.max(...seen.map(({ x, width }) => x + width)) + MARGIN;
	const bottom = Math.max(...seen.map(({ y, height }) => y + height)) + 2 * MARGIN;
	const clip = { x: left, y: top, width: right - left, height: bottom - top };
	return page.screenshot({ clip, animations: 'disabled' });
}

/** The image that an element of the page shows, as it is stored (PNG). */
export async function shownPicture(page: Page, image: Locator): Promise<Buffer> {
	const src = await image.getAttribute('src');
	const response = await page.request.get(new URL(src ?? '', page.url()).href);
	return response.body();
}

/** Both side by side, as at the top of the README. */
export async function takeHero(
	page: Page,
	{ canvas, result }: { readonly canvas: Buffer; readonly result: Buffer },
	{ path, colorScheme }: { readonly path: string; readonly colorScheme: 'light' | 'dark' },
): Promise<void> {
	const { page: background, line } = COLORS[colorScheme];
	const source = (picture: Buffer) => `data:image/png;base64,${picture.toString('base64')}`;
	const style = `height: 384px; border: 1px solid ${line}; border-radius: 12px; display: block`;
	const sheet = await page.context().newPage();
	await sheet.setContent(
		`<body style="margin: 0; background: ${background}">
			<main style="display: inline-flex; gap: 24px; padding: 16px">
				<img style="${style}; object-fit: contain" src="${source(canvas)}">
				<img style="${style}" src="${source(result)}">
			</main>
		</body>`,
	);
	await sheet.waitForFunction('[...document.images].every((image) => image.complete)');
	await sheet.locator('main').screenshot({ path });
	await sheet.close();
}
