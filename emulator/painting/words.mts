import { ANIMALS } from './animals.mts';
import { BUILDINGS } from './buildings.mts';
import type { TimeOfDay } from './palettes.mts';
import { PLANTS } from './plants.mts';
import type { Shape } from './shape.mts';
import { VESSELS } from './vessels.mts';

export const SHAPES: readonly Shape[] = [...BUILDINGS, ...ANIMALS, ...VESSELS, ...PLANTS];

/** The first one that a prompt has a word of counts. */
export const TIMES: Readonly<Record<TimeOfDay, readonly string[]>> = {
	dawn: ['dawn', 'sunrise', 'morning', 'daybreak'],
	sunset: ['sunset', 'evening', 'golden', 'sundown'],
	dusk: ['dusk', 'twilight'],
	night: ['night', 'midnight', 'moon', 'moonlight', 'star', 'starry'],
	storm: ['storm', 'stormy', 'rain', 'rainy', 'thunder', 'fog', 'foggy', 'mist'],
	day: ['day', 'noon', 'midday', 'afternoon', 'sunny', 'sun', 'summer', 'spring', 'daylight'],
};

/** Parts of a landscape. */
export const FEATURES = {
	sea: [
		'sea',
		'ocean',
		'water',
		'lake',
		'harbor',
		'harbour',
		'bay',
		'coast',
		'shore',
		'beach',
		'island',
	],
	land: ['hill', 'meadow', 'field', 'garden', 'cliff', 'valley', 'countryside', 'park'],
	mountains: ['mountain', 'peak', 'alp', 'summit'],
	city: ['city', 'town', 'skyline', 'skyscraper', 'street'],
	birds: ['bird', 'gull', 'seagull', 'swallow', 'crow'],
	snow: ['snow', 'snowy', 'winter', 'snowfall'],
	rain: ['rain', 'rainy', 'thunderstorm'],
	clouds: ['cloud', 'cloudy'],
	forest: ['forest', 'wood', 'jungle'],
	rainbow: ['rainbow'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export const COLORS: ReadonlyMap<string, string> = new Map([
	['red', '#cf3a30'],
	['orange', '#e07a2d'],
	['yellow', '#eec643'],
	['golden', '#e3b23c'],
	['green', '#3f8f58'],
	['blue', '#3470b8'],
	['purple', '#7d4fa3'],
	['pink', '#e57fa3'],
	['brown', '#7a5236'],
	['white', '#f3f0ea'],
	['gray', '#8b9096'],
	['grey', '#8b9096'],
	['black', '#26242c'],
]);

/** Things on land that stand by the sea. */
export const COASTAL: readonly string[] = ['lighthouse', 'beacon', 'palm'];
