// Receives webhooks of Casparian Flow: verifies them, ignores duplicates, prints them. The standard library is enough.
//
//	WEBHOOK_SECRET=whsec_… go run receiver.go 8787
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"sync"
	"time"
)

const (
	toleranceSeconds = 300
	maxBodyBytes     = 10_000_000
)

// isGenuine checks Standard Webhooks: the HMAC of id, time and body under the bytes behind the prefix of the secret.
func isGenuine(header http.Header, body []byte, key []byte) bool {
	timestamp, err := strconv.ParseInt(header.Get("webhook-timestamp"), 10, 64)
	if err != nil || max(time.Now().Unix()-timestamp, timestamp-time.Now().Unix()) > toleranceSeconds {
		return false
	}
	mac := hmac.New(sha256.New, key)
	fmt.Fprintf(mac, "%s.%d.", header.Get("webhook-id"), timestamp)
	mac.Write(body)
	expected := "v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil))
	// During a rotation there are two signatures. One that matches is enough.
	for _, one := range strings.Split(header.Get("webhook-signature"), " ") {
		if hmac.Equal([]byte(one), []byte(expected)) {
			return true
		}
	}
	return false
}

type event struct {
	EventID   string          `json:"event_id"`
	EventType string          `json:"event_type"`
	Payload   json.RawMessage `json:"payload"`
}

func main() {
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(os.Getenv("WEBHOOK_SECRET"), "whsec_"))
	if err != nil {
		log.Fatal("WEBHOOK_SECRET is not a secret: ", err)
	}
	var seen sync.Map // In a real system: a unique key in your database.
	http.HandleFunc("/", func(response http.ResponseWriter, request *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(response, request.Body, maxBodyBytes))
		if err != nil {
			response.WriteHeader(http.StatusRequestEntityTooLarge)
			return
		}
		if !isGenuine(request.Header, body, key) {
			response.WriteHeader(http.StatusUnauthorized)
			return
		}
		var received event
		if err := json.Unmarshal(body, &received); err != nil {
			response.WriteHeader(http.StatusBadRequest)
			return
		}
		// Respond first, work later: a delivery that takes longer than 30 seconds is sent again.
		response.WriteHeader(http.StatusNoContent)
		if _, isDuplicate := seen.LoadOrStore(received.EventID, true); !isDuplicate {
			fmt.Printf("{\"event_type\":%q,\"payload\":%s}\n", received.EventType, received.Payload)
		}
	})
	listener, err := net.Listen("tcp", "127.0.0.1:"+os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("listening on http://%s/\n", listener.Addr())
	log.Fatal(http.Serve(listener, nil))
}
