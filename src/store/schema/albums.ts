/** A message may hold several files, and a platform may make several messages of it. */
export const ALBUMS_SCHEMA = `
ALTER TABLE outbox ADD COLUMN other_ids TEXT;
CREATE INDEX outbox_albums ON outbox (chat_key) WHERE other_ids IS NOT NULL;
UPDATE outbox SET message_json = json_remove(json_set(message_json, '$.files', json_array(json_extract(message_json, '$.file'))), '$.file')
WHERE json_type(message_json, '$.file') = 'object';
`;
