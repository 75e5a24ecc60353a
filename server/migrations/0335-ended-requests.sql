-- Requests that ended today are listed beside those that wait.
CREATE INDEX desk_request_by_ended ON desk_request (tenant_id, ended_at);
