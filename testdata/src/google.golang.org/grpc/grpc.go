// Package grpc is as much of the library as the topics need.
package grpc

import "net"

// ServiceRegistrar registers services.
type ServiceRegistrar interface{ RegisterService(desc, impl any) }

// A Server answers calls.
type Server struct{ registered int }

// NewServer makes one.
func NewServer() *Server { return &Server{} }

func (s *Server) RegisterService(desc, impl any) { s.registered++ }

func (s *Server) Serve(l net.Listener) error { return nil }

func (s *Server) Stop() {}

func (s *Server) GracefulStop() {}
