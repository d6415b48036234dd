import { proveCells } from './matrix.mts';

proveCells('Files for inputs');
