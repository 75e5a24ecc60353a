-- A payment that the network returns days later is found by its number in the network, the final answer to its call.
CREATE INDEX payment_call_answer ON payment_call (tenant_id, answer) WHERE outcome = 'paid';
