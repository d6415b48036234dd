/**
 * Jest respects `testTimeout` for all projects alike only; starting n8n takes minutes, a unit test
 * must not.
 */
jest.setTimeout(300_000);
