/** An edit names its message by the chat and the platform's id: what came before it is looked for among the chat's. */
export const MESSAGES_BY_CHAT_SCHEMA = `
CREATE INDEX updates_by_chat ON updates (chat_key);
`;
