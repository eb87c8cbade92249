/** What an account is called on its platform beside its name: unique there, and its owner's to change. */
export const USERNAMES_SCHEMA = `
ALTER TABLE identities ADD COLUMN username TEXT;
`;
