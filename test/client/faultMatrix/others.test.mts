import { proveCells } from './matrix.mts';

proveCells('Model', 'Account');
