import { gradientAt, mix, rgb, type Color } from './color.mts';

export type TimeOfDay = 'dawn' | 'day' | 'sunset' | 'dusk' | 'night' | 'storm';

/** The colors of land by its distance. */
type Land = Readonly<Record<'far' | 'middle' | 'near' | 'nearest', Color>>;

/** The colors of a time of day; lists run from the top of a surface to its bottom. */
export type Palette = {
	readonly sky: readonly Color[];
	readonly cloud: Color;
	/** The sun, or at night the moon. */
	readonly disc: Color;
	readonly land: Land;
	/** The color that things tend to in the dark. */
	readonly shadow: Color;
	readonly sea: readonly Color[];
	/** Light surfaces: sails, walls, snow. */
	readonly pale: Color;
	/** Windows and lamps. */
	readonly lamp: Color;
	/** How much of their own color things keep, from 0 to 1. */
	readonly light: number;
};

export const PALETTES: Readonly<Record<TimeOfDay, Palette>> = {
	dawn: {
		sky: ['#34508c', '#7d83b8', '#d79fb0', '#f8c9a4', '#ffe9c0'].map(rgb),
		cloud: rgb('#ffe3d3'),
		disc: rgb('#fff8e2'),
		land: landOf('#b3a0b8', '#7f84a8', '#4f6488', '#26395a'),
		shadow: rgb('#26395a'),
		sea: ['#f3c8ad', '#a99fb6', '#4c6792'].map(rgb),
		pale: rgb('#fbeee2'),
		lamp: rgb('#ffe6a3'),
		light: 0.75,
	},
	day: {
		sky: ['#3b8fd9', '#79bbec', '#c5e6f6', '#eef8f6'].map(rgb),
		cloud: rgb('#ffffff'),
		disc: rgb('#fff6cf'),
		land: landOf('#a9cbd8', '#84b79f', '#5c9c68', '#3a7a4c'),
		shadow: rgb('#3a7a4c'),
		sea: ['#9fd3e2', '#4a9fc4', '#1f6b9a'].map(rgb),
		pale: rgb('#fdfaf2'),
		lamp: rgb('#37566b'),
		light: 0.95,
	},
	sunset: {
		sky: ['#2a1e55', '#6c2f72', '#c84b64', '#f58a52', '#ffd07a'].map(rgb),
		cloud: rgb('#ff9c6b'),
		disc: rgb('#fff3c4'),
		land: landOf('#a4486b', '#6f3263', '#43214f', '#1f1233'),
		shadow: rgb('#1f1233'),
		sea: ['#f39a62', '#a34a6a', '#3a2154'].map(rgb),
		pale: rgb('#f6cdb0'),
		lamp: rgb('#ffe08a'),
		light: 0.62,
	},
	dusk: {
		sky: ['#10173a', '#2f2f68', '#6f4b87', '#c57d8e', '#f0b39a'].map(rgb),
		cloud: rgb('#8e6796'),
		disc: rgb('#fdeed5'),
		land: landOf('#6a5286', '#473f72', '#2b2b57', '#141735'),
		shadow: rgb('#141735'),
		sea: ['#d3919a', '#62518a', '#1c2150'].map(rgb),
		pale: rgb('#cfbfd2'),
		lamp: rgb('#ffd98a'),
		light: 0.45,
	},
	night: {
		sky: ['#050a22', '#0d1940', '#1d3266', '#39558c'].map(rgb),
		cloud: rgb('#41578a'),
		disc: rgb('#fbf4d9'),
		land: landOf('#2b4070', '#1b2c56', '#101d3e', '#070d22'),
		shadow: rgb('#070d22'),
		sea: ['#35528a', '#182c5c', '#081230'].map(rgb),
		pale: rgb('#9fb0d0'),
		lamp: rgb('#ffd682'),
		light: 0.3,
	},
	storm: {
		sky: ['#333d4c', '#57636f', '#8b97a0', '#bcc4c6'].map(rgb),
		cloud: rgb('#4a5563'),
		disc: rgb('#dfe3de'),
		land: landOf('#8d989e', '#66747a', '#46565a', '#2a373c'),
		shadow: rgb('#2a373c'),
		sea: ['#a0acb0', '#617480', '#344854'].map(rgb),
		pale: rgb('#dde2e0'),
		lamp: rgb('#ffe3a0'),
		light: 0.6,
	},
};

/** A palette with the land under snow, which takes its shade from the sky. */
export function snowy(palette: Palette): Palette {
	const shade = mix(gradientAt(palette.sky, 0.33), palette.pale, 0.55);
	const snow = (share: number) => mix(shade, palette.pale, share);
	return {
		...palette,
		land: { far: snow(0.1), middle: snow(0.35), near: snow(0.6), nearest: snow(0.85) },
	};
}

function landOf(far: string, middle: string, near: string, nearest: string): Land {
	return { far: rgb(far), middle: rgb(middle), near: rgb(near), nearest: rgb(nearest) };
}
