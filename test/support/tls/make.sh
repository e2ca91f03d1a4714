#!/bin/sh
# Makes the certificates that tests of private authorities use; nothing else trusts them.
set -e
cd "$(dirname "$0")"
openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 36500 -subj "/CN=lab authority" \
  -keyout authority.key -out authority.pem
openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj "/CN=127.0.0.1" -keyout leaf.key -out leaf.csr
printf 'subjectAltName=IP:127.0.0.1,DNS:localhost\n' > leaf.ext
openssl x509 -req -in leaf.csr -CA authority.pem -CAkey authority.key -CAcreateserial -days 36500 -extfile leaf.ext \
  -out leaf.pem
rm -f authority.key authority.srl leaf.csr leaf.ext
