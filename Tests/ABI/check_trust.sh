#!/usr/bin/env bash
# check_trust.sh TEST_NETWORK: the system's certificates, where each distribution keeps them, and nowhere. In a mount
# namespace with an /etc of its own; 77 (skipped) where the system allows none. By Tests/Servers/run.py.
set -euo pipefail
program=$1

if [ -z "${INSIDE:-}" ]; then
    unshare --map-root-user --mount true 2>/dev/null || { echo "no mount namespaces here"; exit 77; }
    INSIDE=1 exec unshare --map-root-user --mount "$0" "$@"
fi

# An /etc without certificates.
work=$(mktemp -d)
mount -t tmpfs none "$work"
cp -r /etc/. "$work" 2>/dev/null || true # but for what isn't everybody's to read
rm -rf "$work/ssl" "$work/pki"
mount --bind "$work" /etc
unset SSL_CERT_FILE SSL_CERT_DIR

echo "nowhere"
"$program" mistrusts /etc/pki/tls/certs/ca-bundle.crt

for place in /etc/ssl/certs/ca-certificates.crt /etc/pki/tls/certs/ca-bundle.crt /etc/ssl/ca-bundle.pem \
    /etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem /etc/ssl/cert.pem; do
    echo "$place"
    mkdir -p "$(dirname "$place")"
    cp "$TEST_CA" "$place"
    "$program" trusts
    cp "$TEST_STRANGER" "$place"
    "$program" mistrusts "$place"
    SSL_CERT_FILE=$TEST_CA "$program" trusts
    rm -rf /etc/ssl /etc/pki
done

echo "a directory"
mkdir -p /etc/ssl/certs
cp -r "$TEST_CADIRECTORY"/. /etc/ssl/certs
"$program" trusts
rm -rf /etc/ssl
umount /etc "$work"
rmdir "$work"
