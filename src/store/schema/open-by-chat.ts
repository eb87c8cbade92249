/** What waits in one chat is found without looking at what was ever sent there. */
export const OPEN_BY_CHAT_SCHEMA = `
CREATE INDEX outbox_open_by_chat ON outbox (chat_key) WHERE state IN ('pending', 'sending');
`;
