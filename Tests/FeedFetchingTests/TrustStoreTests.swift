import Testing

@testable import FeedFetching

@Suite struct TrustStoreTests {
    let debian = (file: Optional("/etc/ssl/certs/ca-certificates.crt"), directory: Optional("/etc/ssl/certs"))

    func choose(
        _ options: CurlOptions = CurlOptions(), environment: [String: String] = [:], there: Set<String>
    ) -> TrustStore {
        TrustStore(options, environment: { environment[$0] }, library: debian, exists: there.contains)
    }

    @Test func whatLibcurlTrustsComesFirst() {
        let store = choose(there: [
            "/etc/ssl/certs/ca-certificates.crt", "/etc/ssl/certs", "/etc/ssl/cert.pem",
        ])
        #expect(store.file == "/etc/ssl/certs/ca-certificates.crt")
        #expect(store.directory == "/etc/ssl/certs")
    }

    /// libcurl was built on Debian, and runs elsewhere.
    @Test(arguments: [
        "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/ca-bundle.pem", "/etc/ssl/cert.pem",
        "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
    ])
    func otherDistributionsAreKnown(place: String) {
        let store = choose(there: [place])
        #expect(store.file == place)
        #expect(store.directory == nil)
    }

    @Test func aDirectoryAloneWillDo() {
        let store = choose(there: ["/etc/pki/tls/certs"])
        #expect(store.file == nil)
        #expect(store.directory == "/etc/pki/tls/certs")
    }

    @Test func withNothingThereAllPlacesAreNamed() {
        let store = choose(there: [])
        #expect(store.file == nil && store.directory == nil)
        #expect(Set(store.looked) == Set(TrustStore.knownFiles + TrustStore.knownDirectories))
    }

    @Test func theEnvironmentReplacesItsPart() {
        let store = choose(environment: ["SSL_CERT_FILE": "/own.pem"], there: ["/etc/ssl/certs"])
        #expect(store.file == "/own.pem")
        #expect(store.directory == "/etc/ssl/certs")
        #expect(store.looked == ["/own.pem", "/etc/ssl/certs"])
    }

    @Test func optionsAreAllThatIsTrusted() {
        var options = CurlOptions()
        options.caFile = "/own.pem"
        let store = choose(
            options, environment: ["SSL_CERT_FILE": "/environment.pem", "SSL_CERT_DIR": "/environment"],
            there: ["/etc/ssl/certs"])
        #expect(store.file == "/own.pem")
        #expect(store.directory == nil)
        #expect(store.looked == ["/own.pem"])
    }
}
