-- A notice about a payment method is shown only to people who can pay by it. Notices from before are for everyone, and a
-- server of the release before shows new ones to everyone.
ALTER TABLE system_notification ADD COLUMN payment_method text;
