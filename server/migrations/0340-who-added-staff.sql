-- Whoever approves a request reads who added its asker to the staff: a request of add-staff is found by its name.
CREATE INDEX desk_request_of_staff ON desk_request (tenant_id, (input->>'name')) WHERE command = 'add-staff';
