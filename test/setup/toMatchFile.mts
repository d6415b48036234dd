import { toMatchFile } from 'jest-file-snapshot';

expect.extend({ toMatchFile });
