import { proveCells } from './matrix.mts';

proveCells('Limits');
