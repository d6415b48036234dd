import { proveCells } from './matrix.mts';

proveCells('Limits and reused results');
