import { proveCells } from './matrix.mts';

proveCells('Task, and its files');
