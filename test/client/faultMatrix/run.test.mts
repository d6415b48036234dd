import { proveCells } from './matrix.mts';

proveCells('App: Run', 'Resuming a paused execution');
