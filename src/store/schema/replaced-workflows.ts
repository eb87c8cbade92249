/** What stood under a workflow's name before the last turn that saved it, as `{definition, tainted, held}`, and that turn. */
export const REPLACED_WORKFLOWS_SCHEMA: string = `
ALTER TABLE workflows ADD COLUMN previous_json TEXT;
ALTER TABLE workflows ADD COLUMN saved_in TEXT;
`;
