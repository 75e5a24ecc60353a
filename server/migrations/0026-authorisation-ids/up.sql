-- Ids are drawn under the locks of a batch, before its rows are written together with the COMMIT.
GRANT USAGE ON SEQUENCE authorisation_id_seq TO wattle_app;
