-- What died because a channel was off is kept, sealed, and sent again by two people once the channel is on; and dead
-- messages are counted by what they are and why.
--
-- A server of the release before keeps no such content: what dies on it cannot be sent again.

CREATE INDEX outbox_message_kept ON outbox_message (tenant_id, channel)
  WHERE dead_at IS NOT NULL AND last_error = 'channel_off' AND content_cipher IS NOT NULL;

-- Messages that were given up, over all tenants. One that was replaced by a newer one does not count.
CREATE FUNCTION outbox_dead() RETURNS TABLE (channel text, template text, reason text, messages bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp
BEGIN ATOMIC
  SELECT m.channel, m.template, m.last_error, count(*) FROM outbox_message m
   WHERE m.dead_at IS NOT NULL AND m.last_error <> 'replaced'
     AND m.tenant_id NOT IN (SELECT a.tenant_id FROM tenant_away a)
   GROUP BY m.channel, m.template, m.last_error ORDER BY m.channel, m.template, m.last_error;
END;
REVOKE EXECUTE ON FUNCTION outbox_dead FROM PUBLIC;
GRANT EXECUTE ON FUNCTION outbox_dead TO wattle_app;
