// Command uidclient prints ids: uidclient COUNT SERVER...
package main

import (
	"bufio"
	"context"
	"fmt"
	"log"
	"os"
	"strconv"

	uidclient "github.com/uidgenerator/uidgenerator/service/clients/go"
)

func main() {
	if len(os.Args) < 3 {
		log.Fatal("uidclient COUNT SERVER...")
	}
	count, err := strconv.Atoi(os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	client, err := uidclient.New(uidclient.Config{Servers: os.Args[2:]})
	if err != nil {
		log.Fatal(err)
	}
	ids, err := client.NextIDs(context.Background(), count)
	if err != nil {
		log.Fatal(err)
	}
	out := bufio.NewWriter(os.Stdout)
	for _, id := range ids {
		fmt.Fprintln(out, id)
	}
	if err := out.Flush(); err != nil {
		log.Fatal(err)
	}
}
