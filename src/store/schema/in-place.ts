/** Which earlier message a message takes the place of, and what was added about a message on its platform. */
export const IN_PLACE_SCHEMA = `
ALTER TABLE outbox ADD COLUMN in_place_of TEXT;
CREATE INDEX outbox_in_place ON outbox (in_place_of) WHERE in_place_of IS NOT NULL;
CREATE INDEX outbox_by_message ON outbox (chat_key, message_id) WHERE message_id IS NOT NULL;
`;
