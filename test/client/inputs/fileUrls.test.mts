import { requireOneUrl, requireNoShareLink } from '../../../client/inputs/fileUrls';
import { isPrivateHost } from '../../../client/parsing/privateHosts';
import type { AiAppError } from '../../../client/errors/AiAppError';

const FIELD = { key: 'k', label: 'Picture', kind: 'image' } as const;

function errorOf(url: unknown): AiAppError | undefined {
	try {
		requireOneUrl(FIELD, url);
		requireNoShareLink(FIELD, String(url));
		return undefined;
	} catch (error) {
		return error as AiAppError;
	}
}

describe('a link to a page about a file is rejected, with the way to the file if there is one', () => {
	it.each<[string, string]>([
		['https://drive.google.com/file/d/1AbC-d_E/view?usp=sharing', 'driveLink'],
		['https://drive.google.com/file/d/1AbC-d_E/view?usp=drive_link&resourcekey=0-x', 'driveLink'],
		['https://drive.google.com/file/d/1AbC-d_E/preview', 'driveLink'],
		['https://drive.google.com/file/d/1AbC-d_E', 'driveLink'],
		['https://drive.google.com/file/u/0/d/1AbC-d_E/view', 'driveLink'],
		['https://drive.google.com/a/example.com/file/d/1AbC-d_E/edit', 'driveLink'],
		['https://docs.google.com/file/d/1AbC-d_E/edit', 'driveLink'],
		['https://drive.google.com/open?id=1AbC-d_E', 'driveLink'],
		['https://drive.google.com/open?usp=drive_copy&id=1AbC-d_E', 'driveLink'],
		['https://drive.google.com/u/0/open?id=1AbC-d_E', 'driveLink'],
		['https://drive.google.com/drive/folders/1AbC?usp=sharing', 'shareLink'],
		['https://drive.google.com/drive/u/1/folders/1AbC', 'shareLink'],
		['https://docs.google.com/document/d/1AbC/edit?usp=sharing', 'shareLink'],
		['https://docs.google.com/document/u/0/d/1AbC/edit#heading=h.1', 'shareLink'],
		['https://docs.google.com/spreadsheets/d/1AbC/edit#gid=0', 'shareLink'],
		['https://docs.google.com/spreadsheets/d/e/2PACX-1/pubhtml', 'shareLink'],
		['https://docs.google.com/presentation/d/1AbC/view', 'shareLink'],
		['https://docs.google.com/a/example.com/presentation/d/1AbC', 'shareLink'],
		['https://docs.google.com/forms/d/e/1FAI/viewform?usp=sf_link', 'shareLink'],
		['https://www.dropbox.com/scl/fi/abc/photo.png?rlkey=x&dl=0', 'dropboxLink'],
		['https://dropbox.com/s/abc/photo.png', 'dropboxLink'],
		['https://www.dropbox.com/sh/abc/AAB?dl=0', 'dropboxLink'],
		['https://www.dropbox.com/scl/fo/abc/h?rlkey=x', 'dropboxLink'],
		['https://1drv.ms/i/s!AbC', 'shareLink'],
		['https://1drv.ms/v/c/0f/Ed?e=x', 'shareLink'],
		['https://onedrive.live.com/?authkey=%21A&cid=0F&id=0F%21105', 'shareLink'],
		['https://onedrive.live.com/redir?resid=0F!105&authkey=!A', 'shareLink'],
		['https://onedrive.live.com/view.aspx?resid=0F!105', 'shareLink'],
		['https://example-my.sharepoint.com/:i:/g/personal/me/Ed?e=x', 'sharePointLink'],
		['https://example.sharepoint.com/:v:/r/sites/a/clip.mp4', 'sharePointLink'],
		['https://example.sharepoint.com/sites/a/_layouts/15/stream.aspx?id=%2Fclip.mp4', 'shareLink'],
		['https://example-my.sharepoint.com/personal/me/_layouts/15/onedrive.aspx?id=x', 'shareLink'],
		['https://example.sharepoint.com/sites/a/Shared%20Documents/Forms/AllItems.aspx', 'shareLink'],
		['https://www.icloud.com/iclouddrive/0ab#photo', 'shareLink'],
		['https://www.icloud.com/sharedalbum/#B0a', 'shareLink'],
		['https://share.icloud.com/photos/0ab', 'shareLink'],
		['https://www.icloud.com/photos/#0ab', 'shareLink'],
		['https://we.tl/t-AbC', 'shareLink'],
		['https://wetransfer.com/downloads/0a/1b?utm_campaign=x', 'shareLink'],
		['https://example.wetransfer.com/downloads/0a/1b', 'shareLink'],
		['https://collect.wetransfer.com/board/s0a', 'shareLink'],
		['HTTPS://DRIVE.GOOGLE.COM/file/d/1AbC-d_E/view', 'driveLink'],
	])('%s', (url, reason) => {
		const error = errorOf(url);

		expect(error?.message).toBe("The URL for 'Picture' is a share link, which opens a web page");
		expect(error?.details).toMatchObject({ reason });
		if (reason === 'driveLink') expect(error?.details.part).toBe('1AbC-d_E');
	});
});

describe('a URL of a file passes', () => {
	it.each([
		'https://drive.google.com/uc?export=view&id=1AbC',
		'https://drive.google.com/thumbnail?id=1AbC&sz=w1000',
		'https://docs.google.com/uc?export=download&id=1AbC',
		'https://drive.usercontent.google.com/download?id=1AbC&export=download&confirm=t',
		'https://lh3.googleusercontent.com/d/1AbC=w1000',
		'https://docs.google.com/document/d/1AbC/export?format=pdf',
		'https://docs.google.com/drawings/d/1AbC/export/png',
		'https://docs.google.com/drawings/d/e/2PACX-1/pub?w=960&h=720',
		'https://docs.google.com/presentation/d/1AbC/export/png?pageid=p',
		'https://docs.google.com/spreadsheets/d/1AbC/gviz/tq?tqx=out:csv',
		'https://docs.google.com/spreadsheets/d/e/2PACX-1/pubchart?oid=1&format=image',
		'https://www.dropbox.com/scl/fi/abc/photo.png?rlkey=x&dl=1',
		'https://www.dropbox.com/s/abc/photo.png?raw=1',
		'https://dl.dropboxusercontent.com/s/abc/photo.png',
		'https://dl.dropbox.com/s/abc/photo.png',
		'https://uc0a.dl.dropboxusercontent.com/cd/0/get/abc/file',
		'https://onedrive.live.com/download?resid=0F!105&authkey=!A',
		'https://onedrive.live.com/download.aspx?cid=0F',
		'https://1drv.ms/i/c/0f/Ed?embed=1&width=256',
		'https://api.onedrive.com/v1.0/shares/u!aHR0/root/content',
		'https://graph.microsoft.com/v1.0/drives/b/items/0/content',
		'https://example.sharepoint.com/:i:/s/a/Ed?e=x&download=1',
		'https://example.sharepoint.com/sites/a/_layouts/15/download.aspx?UniqueId=0a',
		'https://example.sharepoint.com/sites/a/Shared%20Documents/photo.png',
		'https://cvws.icloud-content.com/B/0a/photo.png?o=1',
		'https://download.wetransfer.com/eugv/0a/photo.jpg?token=x',
		'https://storage.googleapis.com/bucket/file/d/1/view/a.png',
		'https://res.cloudinary.com/demo/image/fetch/f_auto,q_auto/https://example.com/a.jpg',
		'https://upload.wikimedia.org/wikipedia/commons/thumb/a/ab/A%2C_b.jpg/320px-A%2C_b.jpg',
		'https://images.weserv.nl/?url=drive.google.com/uc?id=1AbC',
		'https://wsrv.nl/?url=https://example.com/a.png&w=300',
		'https://web.archive.org/web/2020im_/https://example.com/a,b.png',
		'https://example.com/next?u=a,https://b.example/a.png',
		'https://example.com/merge?urls=https://a.example/1.png,https://b.example/2.png',
		'https://example.com/?u=https://drive.google.com/file/d/1AbC/view',
		'https://drive.google.com.example.com/file/d/1AbC/view',
		'https://files.mydropbox.com/s/abc/photo.png',
		'https://example.com/www.dropbox.com/s/abc/photo.png',
		'https://sharepoint.com.example.com/:i:/g/a',
		'https://static.example.com/open?id=1AbC',
		'https://v3.fal.media/files/a/b.png',
	])('%s', (url) => {
		expect(errorOf(url)).toBeUndefined();
		expect(isPrivateHost(new URL(url).hostname)).toBe(false);
	});
});

const [ONE, TWO] = ['https://files.example.com/1.png', 'https://files.example.com/2.png?a=b'];

describe('several URLs in one input are rejected', () => {
	it.each([
		['with a comma between them', `${ONE},${TWO}`],
		['with a comma between signed ones', `${TWO},${TWO}`],
		['with a comma and a blank', `${ONE}, ${TWO}`],
		['with a line break', `${ONE}\n${TWO}`],
		['with a line break of Windows', `${ONE}\r\n${TWO}\r\n`],
		['with a blank', `${ONE} ${TWO}`],
		['with a tab, as spreadsheets copy them', `${ONE}\t${TWO}`],
		['with a semicolon', `${ONE};${TWO}`],
		['with a pipe', `${ONE} | ${TWO}`],
		['with a Chinese comma', `${ONE}，${TWO}`],
		['with nothing, as two expressions side by side return them', `${ONE}${TWO}`],
		['with an ampersand', `${ONE}&${TWO}`],
		['with a plus sign', `${ONE}+${TWO}`],
		['with the letters of a line break', `${ONE}\\n${TWO}`],
		['with a blank of no width', `${ONE}\u200b${TWO}`],
		['with a Chinese full stop', `${ONE}。${TWO}`],
		['in quotes', `"${ONE}","${TWO}"`],
		['as a list in JSON', JSON.stringify([ONE, TWO])],
		['as a list', [ONE, TWO]],
		[
			'with other URLs in their queries',
			`${ONE}?u=https://a.example/\n${TWO}?u=https://a.example/`,
		],
	])('%s', (_, value) => {
		expect(errorOf(value)?.message).toBe("'Picture' contains several URLs");
	});
});

describe('a URL that contains others passes', () => {
	it.each([
		'https://images.example.com/fetch/w_300,h_300/https://example.com/a.png',
		'https://web.archive.example/web/2020/https://example.com/a,b.png',
		'https://example.com/resize?url=https://example.com/a.png,80',
		'https://example.com/merge?urls=https://example.com/a.png,https://example.com/b.png',
		'https://example.com/next?u=https%3A%2F%2Fexample.com%2Fa.png%2Chttps%3A%2F%2Fb.example',
		'https://example.com/a;v=1|2,3 (4).png',
		'https://example.com/?https://example.com/a.png',
		'https://example.com/share?text=Look%20https://example.com/a.png',
		'https://example.com/filters:watermark(https://example.com/w.png)/https://example.com/a.png',
		'https://example.com/plain/https://example.com/a.png@webp',
		'https://example.com/a.png#https://example.com/b.png',
		'https://example.com/?u[]=https://example.com/1&u[]=https://example.com/2',
	])('%s', (url) => {
		expect(errorOf(url)).toBeUndefined();
	});
});
