import { proveCells } from './matrix.mts';

proveCells('App: Run', 'Waking of a sleeping execution');
