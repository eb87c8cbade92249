/** What a card carries beyond its decision: a reason, who asked again, the card it belongs to, the message that answered it; what people changed in a program; when a signing key ends. */
export const CARDS_SCHEMA = `
ALTER TABLE approvals ADD COLUMN reason TEXT;
ALTER TABLE approvals ADD COLUMN asked_again_by TEXT;
ALTER TABLE approvals ADD COLUMN parent_id TEXT;
ALTER TABLE approvals ADD COLUMN answer_origin TEXT;
CREATE INDEX approvals_by_parent ON approvals (parent_id) WHERE parent_id IS NOT NULL;
CREATE INDEX approvals_by_answer ON approvals (answer_origin) WHERE answer_origin IS NOT NULL;
ALTER TABLE runs ADD COLUMN changes_json TEXT;
ALTER TABLE signing_keys ADD COLUMN retires_at_ms INTEGER;
`;
