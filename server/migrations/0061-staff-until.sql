-- Access of a member may end by itself, and settings of a programme say which request set them. A server of the release
-- before takes no notice of either: an end is set once no such server runs.

-- From this moment of the security clock the member has no access.
ALTER TABLE staff ADD COLUMN access_ends_at timestamptz;
GRANT UPDATE (access_ends_at) ON staff TO wattle_app;
-- Sessions end with it.
GRANT UPDATE (ends_at) ON staff_session TO wattle_app;

-- Null: set before there was this column.
ALTER TABLE programme_identity ADD COLUMN request_id bigint REFERENCES desk_request (id);
