-- Who logged in from an address.
CREATE INDEX sign_in_ip ON sign_in (ip, id DESC) WHERE ip IS NOT NULL;
