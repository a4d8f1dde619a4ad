// Password hashes, whole histories and checks of the ledger, beside other suites. A time limit of a project
// in the configuration has no effect.
jest.setTimeout(60_000);
