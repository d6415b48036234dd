import { proveCells } from './matrix.mts';

proveCells('Limits, rejected and reused results');
