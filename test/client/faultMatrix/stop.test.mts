import { proveCells } from './matrix.mts';

proveCells('Stop of an execution, Task: Stop');
