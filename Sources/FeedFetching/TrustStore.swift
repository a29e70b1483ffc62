import CPlatform

/// Where the certificates stand that are trusted, for libcurl. Nil is nowhere.
struct TrustStore {
    private(set) var file: String?
    private(set) var directory: String?
    /// All places that were looked at, for who has to find out why nothing is trusted.
    private(set) var looked: [String] = []

    /// Where distributions keep them.
    static let knownFiles = [
        "/etc/ssl/certs/ca-certificates.crt",  // Debian, Arch, Gentoo
        "/etc/pki/tls/certs/ca-bundle.crt",  // Fedora
        "/etc/ssl/ca-bundle.pem",  // SUSE
        "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",  // RHEL
        "/etc/ssl/cert.pem",  // Alpine
    ]
    static let knownDirectories = ["/etc/ssl/certs", "/etc/pki/tls/certs"]

    /// What the options name is all that is trusted. Else the environment's SSL_CERT_FILE and SSL_CERT_DIR, as
    /// OpenSSL has them, each in place of what `library` (libcurl) trusts by itself; and if that isn't there, because
    /// libcurl was built for another distribution, the first known place that is.
    init(
        _ options: CurlOptions, environment: (String) -> String?,
        library: (file: String?, directory: String?),
        exists: (String) -> Bool
    ) {
        if options.caFile != nil || options.caDirectory != nil {
            file = options.caFile
            directory = options.caDirectory
            looked = [file, directory].compactMap { $0 }
            return
        }
        file = choose(environment("SSL_CERT_FILE"), library.file, Self.knownFiles, exists)
        directory = choose(environment("SSL_CERT_DIR"), library.directory, Self.knownDirectories, exists)
    }

    private mutating func choose(
        _ given: String?, _ own: String?, _ known: [String], _ exists: (String) -> Bool
    ) -> String? {
        if let given {
            looked.append(given)
            return given
        }
        for place in (own.map { [$0] } ?? []) + known where !looked.contains(where: { $0.isSame(as: place) })
        {
            looked.append(place)
            if exists(place) { return place }
        }
        return nil
    }
}

func environmentVariable(_ name: String) -> String? {
    guard let value = getenv(name), value.pointee != 0 else { return nil }
    return String(cString: value)
}

func isReadable(_ path: String) -> Bool {
    access(path, R_OK) == 0
}
