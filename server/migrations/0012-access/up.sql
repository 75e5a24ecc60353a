-- Notices on a device: whether its user has been asked, so that the offer is not made again, and who
-- a browser belongs to that a push service no longer knows.

ALTER TABLE device ADD COLUMN notices_answered boolean NOT NULL DEFAULT false;

-- Nobody has turned notices on before this: what stands there was told by the way, not answered.
CREATE INDEX device_by_registration ON device (tenant_id, registration_id) WHERE registration_id <> '';
